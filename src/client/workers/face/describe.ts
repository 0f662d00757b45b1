import { meanTemplate, templateLength } from '#shared/recognition/face-template.rules.ts'
import { chips } from './chip.ts'
import { library } from './library.ts'

/** Mean of the descriptors of the chip and of its mirror image: raw, as the bands were measured. */
export async function describeChip(): Promise<Float32Array> {
  const pixels = chips.map((chip) => library.tf.browser.fromPixels(chip))
  try {
    const described = library.nets.faceRecognitionNet.forwardInput(new library.NetInput(pixels, true))
    try {
      const values = await described.data()
      return meanTemplate(chips.map((_, index) => values.slice(index * templateLength, (index + 1) * templateLength)))
    } finally {
      described.dispose()
    }
  } finally {
    for (const tensor of pixels) tensor.dispose()
  }
}
