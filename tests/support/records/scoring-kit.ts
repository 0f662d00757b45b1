import type { ScoringBody } from '#shared/admissions/scoring.contract.ts'

const both = (text: string) => ({ en: text, ar: text })

/** A set of three items: 0 to 10, yes or no, and a band. One assessor, nothing to attend. */
export const scoringBody = (more: Partial<ScoringBody> = {}): ScoringBody => ({
  title: both('KG1'),
  items: [
    {
      code: 'speaking',
      label: both('Speaking'),
      answer: { kind: 'score', top: 10 },
      weight: 3,
      required: true,
      scorers: [],
    },
    { code: 'settled', label: both('Settled'), answer: { kind: 'yes-no' }, weight: 1, required: true, scorers: [] },
    {
      code: 'support',
      label: both('Support'),
      answer: {
        kind: 'band',
        bands: [
          { code: 'much', label: both('Much'), points: 0 },
          { code: 'some', label: both('Some'), points: 1 },
          { code: 'none', label: both('None'), points: 3 },
        ],
      },
      weight: 2,
      required: false,
      scorers: ['registrar', 'head'],
    },
  ],
  rules: [{ code: 'curriculum', label: both('The curriculum is open to the child') }],
  assessors: 1,
  gap: 15,
  appointments: [],
  isInForce: true,
  ...more,
})
