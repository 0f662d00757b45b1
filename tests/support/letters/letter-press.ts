import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleReference } from '#server/features/letters/editor/sample-values.service.ts'
import { type DefaultLetter, defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import type { Log } from '#server/kernel/deps.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { LetterValues } from '#shared/letters/letter-values.rules.ts'
import { letterLanguages, sampleLook, sampleValues } from './letter-samples.ts'

export type Tongue = keyof typeof letterLanguages
export const tongues: readonly Tongue[] = ['en', 'ar', 'both']

export const sampleLetter = (name: DefaultLetter, tongue: Tongue, more: LetterValues = {}): ResolvedLetter =>
  resolveLetter(
    defaultLetters[name],
    { ...sampleValues, 'letter.reference': sampleReference(name), ...more },
    letterLanguages[tongue],
    sampleLook,
  ).letter

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A template of the test's own, in a file. */
export function templateFile(source: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'bawaba-test-')), 'letter.typ')
  writeFileSync(path, source)
  return path
}

/** A log that keeps what it was told. */
export function keptLog(): Log & { told: string[] } {
  const told: string[] = []
  const tell = (fields: Record<string, unknown>, message: string) => told.push(`${message} ${JSON.stringify(fields)}`)
  return { told, info: tell, warn: tell, error: tell }
}
