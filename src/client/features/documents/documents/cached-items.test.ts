import { describe, expect, it } from 'vitest'
import { DocumentItem } from '#shared/documents/document.contract.ts'
import { documentQueue } from '#shared/documents/document-work.contract.ts'
import { cachedItems } from './document.api.ts'
import { withoutSensitive } from './document-desk.api.ts'

const user = { userId: '01990000-0000-7000-8000-000000000001', name: { en: 'Rania', ar: 'رانيا' } }
const id = '01990000-0000-7000-8000-000000000002'
const at = '2026-11-23T10:00:00Z'

const paper = (sensitivity: string): DocumentItem =>
  DocumentItem.parse({
    type: {
      code: `paper-${sensitivity.toLowerCase()}`,
      label: { en: 'Paper', ar: 'مستند' },
      sensitivity,
      hasExpiry: false,
      promiseDays: 30,
      accept: ['pdf'],
      maxBytes: 1000,
    },
    isAsked: true,
    note: null,
    state: 'uploaded',
    isSettled: false,
    expiresOn: null,
    promisedUntil: null,
    revision: 1,
    isWithheld: false,
    files: [
      {
        doc_id: id,
        doc_name: 'paper.pdf',
        admission_id: 'R236K95W',
        kind: 'pdf',
        bytes: 10,
        state: 'complete',
        from: 'staff',
        by: user,
        addedAt: at,
        decided: null,
      },
    ],
    deeds: [{ id, act: 'upload', by: user, reason: null, note: null, day: null, at }],
    acts: ['approve', 'reject'],
  })

describe('what a device remembers of documents', () => {
  const kept = cachedItems(['S0', 'S1', 'S2', 'S3'].map(paper))

  it('is nothing of health and custody, and of an identity paper only how it stands', () => {
    expect(kept.map(({ type, files, deeds }) => [type.sensitivity, files.length, deeds.length])).toEqual([
      ['S0', 1, 1],
      ['S1', 1, 1],
      ['S2', 0, 0],
    ])
    expect(kept.every(({ state }) => state === 'uploaded')).toBe(true)
  })

  it('is no step that may be taken', () => {
    expect(kept.flatMap(({ acts }) => acts)).toEqual([])
  })
})

describe('what a device remembers of the list of documents that wait', () => {
  const row = (sensitivity?: string) => ({
    student_id: id,
    registration_id: 'F23339WR',
    student_name: 'Zayn',
    student_name_ar: null,
    grade: 'grade-2',
    type: { code: 'paper', label: { en: 'Paper', ar: 'مستند' }, ...(sensitivity && { sensitivity }) },
    state: 'uploaded',
    since: at,
    expiresOn: null,
    promisedUntil: null,
  })
  const counts = { review: 2, rejected: 0, expiring: 0, promised: 0 }

  it('is nothing of health and custody, nor what a server does not say that of', () => {
    const page = documentQueue.reply.parse({
      today: '2026-11-23',
      counts,
      rows: [row('S1'), row('S2'), row('S3'), row()],
      next: null,
    })
    expect(withoutSensitive(page).rows.map(({ type }) => type.sensitivity)).toEqual(['S1', 'S2'])
  })
})
