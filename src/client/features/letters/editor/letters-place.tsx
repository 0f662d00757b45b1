import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { LetterList } from './components/letter-list.tsx'
import { letterIn } from './letter-search.ts'

const LetterEditorScreen = lazy(async () => ({
  default: (await import('./letter-editor-screen.tsx')).LetterEditorScreen,
}))

/** The letter that is being written; else what `renderList` makes of the list of all. */
export function LettersPlace({ renderList }: { renderList: (letters: ReactNode) => ReactNode }) {
  const letter = letterIn(useSearch({ from: '/_authenticated/letters' }))
  if (!letter) return renderList(<LetterList />)
  return (
    <Suspense>
      <LetterEditorScreen key={letter} letter={letter} />
    </Suspense>
  )
}
