import { expect, it } from 'vitest'
import { StatusesInput } from '#shared/school/settings/label-settings.contract.ts'
import { labelsDraft, labelsIn } from './status-labels-screen.tsx'

const pool = { en: 'In the pool', ar: 'في القائمة' }

it('sends the labels that are typed, in the order of the statuses, and no empty one', () => {
  const labels = [{ status: 'waiting', label: pool }]
  const draft = labelsDraft({ labels })
  expect(draft.waiting).toEqual(pool)
  expect(draft.new).toEqual({ en: '', ar: '' })
  expect(labelsIn(draft)).toEqual({ labels })
  expect(labelsIn({ ...draft, waiting: { en: ' ', ar: '' } })).toEqual({ labels: [] })
  const withNew = { ...draft, new: { en: 'Fresh', ar: '' } }
  expect(StatusesInput.safeParse(labelsIn(withNew)).error?.issues[0]?.path).toEqual(['labels', 0, 'label', 'ar'])
})
