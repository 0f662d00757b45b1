import { createFileRoute } from '@tanstack/react-router'
import { LettersScreen } from '#client/features/letter/screens/letters-screen.tsx'
import type { LetterAddress } from '#client/features/letter-edit/letter-search.ts'
import { LettersPlace } from '#client/features/letter-edit/screens/letters-place.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/letters')({
  staticData: { authority: ['registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): LetterAddress => search,
  loader: () => loadWords('issued-letters', 'letter-edit', 'errors'),
  component: LettersRoute,
})

function LettersRoute() {
  return <LettersPlace renderList={(letters) => <LettersScreen letters={letters} />} />
}
