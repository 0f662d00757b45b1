import { expect, it } from 'vitest'
import { schoolAddress, schoolHost } from './school-address.rules.ts'

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
