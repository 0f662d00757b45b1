import { expect, it } from 'vitest'
import { apiPrefix } from '#shared/contract/endpoint.ts'
import { schoolDetails } from '#shared/contract/school.ts'
import { detailsAddress, schoolOfHost } from './tenant.ts'

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
