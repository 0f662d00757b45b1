import { afterAll, describe, expect, it } from 'vitest'
import { letterEdition } from '#server/kernel/editions.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { earlierHashes, letterHashes } from '#tests/support/letters/letter-hashes.ts'
import { hashOf, keptLog, sampleLetter, tongues } from '#tests/support/letters/letter-press.ts'
import { readyNames } from '#tests/support/letters/letter-samples.ts'

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

  it.each(tongues)(
    'are in %s what they were by each edition before, for those that were issued by it',
    async (tongue) => {
      const key = `${name} ${tongue}`
      for (const no of earlierHashes.keys()) {
        const { pdf } = await machine.typeset(sampleLetter(name, tongue), name, no + 1)
        // One that the next edition made alike has no hash of its own here.
        const [hash = letterHashes[key]] = earlierHashes.slice(no).flatMap((hashes) => hashes[key] ?? [])
        expect(hashOf(pdf)).toBe(hash)
      }
    },
  )
})

it('has the hashes of every edition', () => {
  expect(earlierHashes).toHaveLength(letterEdition - 1)
})

it('is made by no edition that there is not', async () => {
  const letter = sampleLetter('rejection', 'en')
  for (const press of [machine, wasm])
    await expect(press.typeset(letter, 'rejection', letterEdition + 1)).rejects.toMatchObject({ reason: 'refused' })
})
