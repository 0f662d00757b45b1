import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { Found } from '#client/platform/search.api.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import { addressOf, navEntries } from '../nav/nav-entries.ts'
import { nameOf } from '../nav/places.ts'

interface NamedPage {
  to: string
  name: string
}

/** Pages by their name, or by what they are called in the address, which is English everywhere; the best first. */
export function foundPages(text: string, pages: readonly NamedPage[], most = 5): NamedPage[] {
  const words = searchWords(text)
  return pages
    .map((page) => ({
      page,
      score: Math.max(matchScore(foldText(page.name), words), matchScore(foldText(page.to), words)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ page }) => page)
}

export interface FoundLine {
  id: string
  /** The address with its query. */
  to: string
  name: string
  /** What else tells it apart. */
  more: string
}

export interface FoundGroup {
  group: 'students' | 'submissions' | 'actions' | 'pages'
  lines: FoundLine[]
}

/** Everything that was found, in groups, people first; a group with nothing in it is none. */
export function useFoundGroups(text: string, found: Found | undefined): FoundGroup[] {
  const { t, i18n } = useTranslation('frame')
  const pick = useBilingual()
  const pages = usePages()
  const label = useStatusLabel()
  const students = (found?.students ?? []).map(({ student_id, student_name, student_name_ar, ...student }) => {
    const names = i18n.language === 'ar' ? [student_name_ar, student_name] : [student_name, student_name_ar]
    const [name = '–', other] = names.flatMap((each) => each || [])
    return {
      id: student_id,
      to: `/student/${student_id}`,
      name,
      more: together(other, label(student.status, t(`status.${student.status}`)), shown(student.registration_id)),
    }
  })
  const submissions = (found?.submissions ?? []).map(({ id, reference, form, contact, subjects, isEnquiry }) => ({
    id,
    to: isEnquiry ? `/enquiries?status=all&open=${id}` : `/pre_admission?open=${id}`,
    name: contact || subjects[0] || shown(reference),
    more: together(subjects.join(t('comma')), pick(form), shown(reference)),
  }))
  const actions = useActions(text)
  const named = foundPages(text, pages).map(({ to, name }) => ({ id: to, to, name, more: '' }))
  const groups: FoundGroup[] = [
    { group: 'students', lines: students },
    { group: 'submissions', lines: submissions },
    { group: 'actions', lines: actions },
    { group: 'pages', lines: named },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}

/** What can be begun from anywhere, each by its address and for the person who may. */
const actionsOf = [
  { name: 'newStudent', to: '/student/new', needs: 'students.record' },
  { name: 'import', to: '/student/import', needs: 'students.import' },
  { name: 'review', to: '/pre_admission?list=papers', needs: 'documents.see' },
  { name: 'due', to: '/dashboard?sort=due', needs: 'students.see' },
  { name: 'board', to: '/dashboard?view=board', needs: 'students.see' },
  { name: 'messageMany', to: '/messages?part=many', needs: 'messages.many' },
] as const satisfies readonly { name: string; to: string; needs: Permission }[]

/** The actions by what is typed; all of them before anything is. */
function useActions(text: string): FoundLine[] {
  const { t } = useTranslation('frame')
  const { kind, user } = useAtomValue(sessionAtom)
  const open = actionsOf
    .filter(({ needs }) => hasScopedPermission(kind, user?.authority ?? [], needs))
    .map(({ name, to }) => ({ to, name: t(`search.action.${name}`) }))
  const words = searchWords(text)
  const fitting = words.length === 0 ? open : open.filter(({ name }) => matchScore(foldText(name), words) > 0)
  return fitting.map(({ to, name }) => ({ id: `do-${to}`, to, name, more: '' }))
}

/** Several things in the reader's order, each isolated: a name in the other script would turn the line around. */
const together = (...parts: (string | undefined)[]): string =>
  parts.flatMap((part) => (part ? [`\u2068${part}\u2069`] : [])).join(' · ')

/** A reference of ours in its two groups; of an import as it came. */
const shown = (reference: string): string => (reference.length === 8 ? formatReference(reference) : reference)

/** The pages this person may open, by name. */
function usePages() {
  const { t } = useTranslation('frame')
  const { kind, user } = useAtomValue(sessionAtom)
  const places = navEntries(kind, user?.authority ?? []).flatMap((each) => each.places)
  const own = [{ to: '/profile', name: t('place.profile') }]
  return [...places.map((place) => ({ to: addressOf[place], name: t(`place.${nameOf(place)}`) })), ...own]
}
