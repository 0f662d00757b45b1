import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { store } from '../store.ts'
import { schoolAtom, tenantAtom } from './school.atoms.ts'
import { adoptTenant, detailsAddress, refreshSchool, schoolOfHost } from './tenant.ts'

it('reads the school from the first label of the host', () => {
  expect(schoolOfHost('alnoor.localhost')).toBe('alnoor')
  expect(schoolOfHost('AlNoor.Example.School')).toBe('alnoor')
})

it('knows hosts that stand for no school', () => {
  for (const host of ['localhost', '127.0.0.1', '192.168.1.20', '[::1]', 'school-server']) {
    expect(schoolOfHost(host), host).toBeNull()
  }
})

it('asks where the contract says', () => {
  expect(detailsAddress).toBe(apiPrefix + schoolDetails.path)
})

describe('a school that is not found', () => {
  const state = async (answer: Response) => {
    vi.stubGlobal('fetch', async () => answer)
    adoptTenant('alnoor')
    await refreshSchool()
    return store.get(tenantAtom).state
  }
  beforeEach(() => store.set(schoolAtom, null))
  afterEach(() => vi.unstubAllGlobals())

  it('is unknown when the server says so', async () => {
    expect(await state(Response.json({ success: false, messageId: 'tenant.unknown' }, { status: 404 }))).toBe('unknown')
  })

  it('is chosen again, by its address, when the server goes by addresses alone', async () => {
    const missing = { success: false, messageId: 'tenant.missing' }
    expect(await state(Response.json(missing, { status: 400 }))).toBe('choose')
    expect(store.get(tenantAtom).code).toBeNull()
  })

  it.each([
    () => new Response('<h1>Not found</h1>', { status: 404 }),
    () => Response.json({ success: false, messageId: 'request.not-found' }, { status: 404 }),
    () => Response.json(null, { status: 404 }),
    () => Response.json({ messageId: 'tenant.unknown' }, { status: 502 }),
  ])('stays as it was on any other answer', async (answer) => {
    expect(await state(answer())).toBe('open')
  })
})
