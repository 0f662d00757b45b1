import { createFileRoute } from '@tanstack/react-router'
import { LettersScreen } from '#client/features/admissions/bulk-letters/letters-screen.tsx'
import type { LetterAddress } from '#client/features/letters/editor/letter-search.ts'
import { LettersPlace } from '#client/features/letters/editor/letters-place.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/letters')({
  staticData: { authority: ['registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): LetterAddress => search,
  loader: () => loadWords('letters.issued', 'letters.editor', 'editor', 'errors'),
  component: LettersRoute,
})

function LettersRoute() {
  return <LettersPlace renderList={(letters) => <LettersScreen letters={letters} />} />
}
