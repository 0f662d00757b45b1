// chunk: office
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { CatalogueScreen } from '#client/features/pos/catalogue/catalogue-screen.tsx'
import type { CatalogueAddress } from '#client/features/pos/catalogue/catalogue-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/catalogue')({
  staticData: { authority: ['supervisor', 'admin'] },
  validateSearch: (search: Record<string, unknown>): CatalogueAddress => search,
  loader: () => loadWords('pos.catalogue', 'pos.stock', 'pos.spending', 'pos.till', 'errors'),
  component: Catalogue,
})

function Catalogue() {
  const address = useSearch({ from: '/_authenticated/catalogue' })
  const navigate = useNavigate({ from: '/catalogue' })
  return <CatalogueScreen address={address} onSearch={(search, replace) => void navigate({ search, replace })} />
}
