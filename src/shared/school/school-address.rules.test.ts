import { expect, it } from 'vitest'
import { isReservedHost, linkAddress, schoolAddress, schoolHost } from './school-address.rules.ts'

it('puts the school before the host, and keeps protocol and port', () => {
  expect(schoolAddress('alnoor', 'https://example.school')).toBe('https://alnoor.example.school')
  expect(schoolAddress('alnoor', 'http://localhost:3000')).toBe('http://alnoor.localhost:3000')
  expect(schoolAddress('manara', 'http://gate.example.school:8080/ignored?x=1')).toBe(
    'http://manara.gate.example.school:8080',
  )
})

it('finds the host of a school among those of the setting, its own before one for all', () => {
  const hosts = ['*.school.lan', 'manara.example.com']
  expect(schoolHost('alnoor', hosts)).toBe('alnoor.school.lan')
  expect(schoolHost('manara', hosts)).toBe('manara.example.com')
  expect(schoolHost('alnoor', ['manara.example.com'])).toBeNull()
  expect(schoolHost('alnoor', [])).toBeNull()
})

it('leads links to the own domain only where the school has it in its links', () => {
  const domain = 'portal.alnoor.example'
  const base = 'https://example.school'
  expect(linkAddress({ code: 'alnoor', domain, isDomainInLinks: true }, base)).toBe('https://portal.alnoor.example')
  expect(linkAddress({ code: 'alnoor', domain, isDomainInLinks: false }, base)).toBe('https://alnoor.example.school')
  expect(linkAddress({ code: 'alnoor', domain: null, isDomainInLinks: true }, base)).toBe(
    'https://alnoor.example.school',
  )
})

it('reserves the hosts that all schools share, and what is below them', () => {
  const shared = ['example.school', '*.school.lan']
  for (const host of ['example.school', 'manara.example.school', 'x.school.lan', 'alnoor.localhost'])
    expect(isReservedHost(host, shared), host).toBe(true)
  for (const host of ['myexample.school', 'portal.alnoor.example', 'lan'])
    expect(isReservedHost(host, shared), host).toBe(false)
})
