import { afterEach, expect, it, vi } from 'vitest'
import { ssoOffered } from '#shared/identity/single-sign-on.contract.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { offerAddress, readOffer } from './sso-offer.ts'

afterEach(() => vi.unstubAllGlobals())

const read = async (answer: Response) => {
  vi.stubGlobal('fetch', async () => answer)
  return readOffer()
}

it('asks where the contract says', () => {
  expect(offerAddress).toBe(apiPrefix + ssoOffered.path)
})

it('offers accounts of the school where its server says so', async () => {
  expect(await read(Response.json({ isOffered: true, isEnforced: false }))).toBe(true)
  expect(await read(Response.json({ isOffered: false, isEnforced: false }))).toBe(false)
})

it('offers none where the answer is a refusal, none of ours or none at all', async () => {
  expect(await read(Response.json({ isOffered: true }, { status: 503 }))).toBe(false)
  expect(await read(new Response('<html>'))).toBe(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  expect(await readOffer()).toBe(false)
})
