import { FaceTrouble } from '#local/recognition/face-trouble.ts'
import type { Detector } from './face-messages.types.ts'
import { type FetchFile, library } from './library.ts'
import { modelFolder, readModelFile } from './model-files.ts'

/** Eight bytes that are a whole program: anyone who may not compile these may compile nothing. */
const emptyProgram = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

/**
 * Starts the library on WebAssembly, or not at all: elsewhere it is slower by far, and no band was measured there. Every
 * file comes through `readModelFile`, which lets nothing pass that the build did not see.
 */
export async function startLibrary(): Promise<void> {
  mustCompile()
  const { env, tf } = library
  const fetchFile: FetchFile = async (path) =>
    new Response(await readModelFile(new URL(addressOf(path), self.location.origin).pathname))
  env.setEnv(environmentWith(fetchFile))
  // With threads a minified build waits for ever for a worker that cannot start.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
  // Read before it is asked for: a program that cannot be had makes the backend wait for ever, without a word.
  const program = await readModelFile(`${modelFolder}/wasm/${await programName()}`)
  tf.env().platform.fetch = async () => new Response(program)
  tf.setWasmPaths(`${modelFolder}/wasm/`, true)
  const isSet = await tf.setBackend('wasm')
  await tf.ready()
  tf.env().platform.fetch = fetchFile
  if (!isSet || tf.getBackend() !== 'wasm') throw new FaceTrouble('backend', tf.getBackend())
  const { tinyFaceDetector, faceLandmark68Net, faceRecognitionNet } = library.nets
  for (const net of [tinyFaceDetector, faceLandmark68Net, faceRecognitionNet]) await net.loadFromUri(modelFolder)
}

let isSsdLoaded = false

/** The detector for registrations and groups is as large as the rest together: it comes when it is first asked for. */
export async function loadDetector(detector: Detector, whenLoading: () => void): Promise<void> {
  if (detector === 'tiny' || isSsdLoaded) return
  whenLoading()
  await library.nets.ssdMobilenetv1.loadFromUri(modelFolder)
  isSsdLoaded = true
}

function mustCompile(): void {
  try {
    void new WebAssembly.Module(emptyProgram)
  } catch (error) {
    throw new FaceTrouble('backend', error)
  }
}

const programName = async (): Promise<string> =>
  (await library.tf.env().getAsync('WASM_HAS_SIMD_SUPPORT')) ? 'tfjs-backend-wasm-simd.wasm' : 'tfjs-backend-wasm.wasm'

const addressOf = (path: RequestInfo | URL): string =>
  typeof path === 'string' ? path : path instanceof URL ? path.href : path.url

/** What the library would otherwise look for in a page. It is given tensors only, so no picture is ever made or met. */
function environmentWith(fetchFile: FetchFile): Record<string, unknown> {
  const refuse = () => {
    throw new Error('a worker has no elements and no files')
  }
  return {
    Canvas: OffscreenCanvas,
    CanvasRenderingContext2D: OffscreenCanvasRenderingContext2D,
    Image: ImageBitmap,
    ImageData,
    Video: ImageBitmap,
    createCanvasElement: () => new OffscreenCanvas(1, 1),
    createImageElement: refuse,
    createVideoElement: refuse,
    fetch: fetchFile,
    readFile: refuse,
  }
}
