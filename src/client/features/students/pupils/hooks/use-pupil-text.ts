import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { SchoolClass } from '#shared/students/pupils/class.contract.ts'
import type { ListedPupil } from '#shared/students/pupils/pupil.contract.ts'

/** Words for where a pupil is at the school. */
export function usePupilText(classes: readonly SchoolClass[]) {
  const { t, i18n } = useTranslation('students.pupils')
  const pick = useBilingual()
  const names = new Map(classes.map(({ id, name }) => [id, pick(name)]))
  return {
    classOf: ({ classId, className }: ListedPupil): string => names.get(classId ?? '') ?? className,
    stateOf: ({ active, leftOn }: ListedPupil): string => {
      if (leftOn === null) return t(active ? 'state.at-school' : 'state.waiting')
      return t(active ? 'state.leaving' : 'state.leftOn', { day: formatDay(leftOn, i18n.language) })
    },
  }
}
