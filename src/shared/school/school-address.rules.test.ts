import { expect, it } from 'vitest'
import { schoolAddress } from './school-address.rules.ts'

it('puts the school before the host, and keeps protocol and port', () => {
  expect(schoolAddress('alnoor', 'https://example.school')).toBe('https://alnoor.example.school')
  expect(schoolAddress('alnoor', 'http://localhost:3000')).toBe('http://alnoor.localhost:3000')
  expect(schoolAddress('manara', 'http://gate.example.school:8080/ignored?x=1')).toBe(
    'http://manara.gate.example.school:8080',
  )
})
