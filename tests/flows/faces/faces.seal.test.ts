import { expect, it } from 'vitest'
import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { type SealKey, seal, unseal } from '#shared/kernel/seal.ts'

async function makePair() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey: SealKey = { kty: 'EC', crv: 'P-256', x, y }
  return { publicKey, privateKey: pair.privateKey }
}
const plain = Uint8Array.from({ length: 1536 }, (_, at) => (at * 7) % 256)

it('opens for whom it was sealed to, with the text it was bound to', async () => {
  const pair = await makePair()
  const sealed = await seal(pair.publicKey, plain, 'alnoor\npupil')
  expect(await unseal(pair, sealed, 'alnoor\npupil')).toEqual(plain)
})

it('opens for nobody else, with no other text, and not when one bit was changed', async () => {
  const pair = await makePair()
  const sealed = await seal(pair.publicKey, plain, 'alnoor\npupil')
  await expect(unseal(await makePair(), sealed, 'alnoor\npupil')).rejects.toThrow()
  await expect(unseal(pair, sealed, 'alnoor\nanother')).rejects.toThrow()
  for (const at of [0, 1, 40, 66, 80, 1600]) {
    const bytes = fromBase64(sealed)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(unseal(pair, toBase64(bytes), 'alnoor\npupil')).rejects.toThrow()
  }
  await expect(unseal(pair, sealed.slice(0, 40), 'alnoor\npupil')).rejects.toThrow()
  await expect(unseal(pair, '', 'alnoor\npupil')).rejects.toThrow()
})

it('never looks the same twice, and shows nothing of what is in it', async () => {
  const { publicKey } = await makePair()
  const one = await seal(publicKey, plain, 'a')
  expect(await seal(publicKey, plain, 'a')).not.toBe(one)
  expect(one).not.toContain(toBase64(plain).slice(8, 40))
})
