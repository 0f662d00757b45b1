import { useLoaderData } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { PublishedForm } from '#shared/contract/form.ts'
import css from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'

/**
 * The form that the route's loader brought. Another form is another screen: nothing of one shows in the other. Drawn in
 * slices, between which a slow phone answers a finger; its place is kept meanwhile.
 */
export function OpenFormScreen() {
  const brought: PublishedForm = useLoaderData({ strict: false })
  const published = useDeferredValue<PublishedForm | null>(brought, null)
  if (!published) return <div className={css.coming} />
  return <FormScreen key={`${published.slug} ${published.version}`} published={published} />
}
