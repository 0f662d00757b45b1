import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

/** Whose files may be asked for: one's own, nobody's, and those of every colleague who has been seen in a list here. */
export function useOwnerChoices(
  students: readonly StudentRow[] | undefined,
  userId: string | undefined,
): (readonly [value: string, label: string])[] {
  const { t } = useTranslation('students')
  const pick = useBilingual()
  const [seen, setSeen] = useState<ReadonlyMap<string, Bilingual>>(new Map())
  const found = (students ?? []).flatMap(({ owner }) => (owner ? [owner] : []))
  if (found.some((owner) => !seen.has(owner.userId))) {
    setSeen(new Map([...seen, ...found.map((owner) => [owner.userId, owner.name] as const)]))
  }
  const others = [...seen].filter(([id]) => id !== userId).map(([id, name]) => [id, pick(name)] as const)
  return [...(userId ? [[userId, t('filter.mine')] as const] : []), ['none', t('filter.nobody')], ...others]
}
