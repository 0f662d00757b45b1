import { afterAll, describe, expect, it } from 'vitest'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { letterHashes } from '#tests/support/letter-hashes.ts'
import { hashOf, keptLog, sampleLetter, tongues } from '#tests/support/letter-press.ts'
import { readyNames } from '#tests/support/letter-samples.ts'

const log = keptLog()
const machine = new ForkedTypesetter(log)
const wasm = new ForkedTypesetter(log, { engine: 'wasm' })
afterAll(async () => {
  await Promise.all([machine.close(), wasm.close()])
})

/*
 * A letter that was issued is made again from what was kept of it, and its hash has been printed and sent: an upgrade or a change
 * of the template that moves one byte has to be seen, by the name of the letter. Then it is a new edition of the template,
 * beside the old one, not a new hash here.
 */
describe.each(readyNames)('the bytes of %s', (name) => {
  it.each(tongues)('are the same as ever in %s, from the machine’s compiler and from WebAssembly', async (tongue) => {
    const letter = sampleLetter(name, tongue)
    const made = await Promise.all([machine.typeset(letter, name), wasm.typeset(letter, name)])
    for (const { pdf, missingGlyphs, withoutLogo } of made) {
      expect({ hash: hashOf(pdf), missingGlyphs, withoutLogo }).toEqual({
        hash: letterHashes[`${name} ${tongue}`],
        missingGlyphs: [],
        withoutLogo: false,
      })
    }
  })
})
