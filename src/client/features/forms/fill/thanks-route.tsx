import { useSearch } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { cachedForm } from '#client/platform/offline/form-source.ts'
import { submittedAtom } from '#client/platform/offline/forms.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { ThanksScreen } from './thanks-screen.tsx'

/** Which submission the address is about, and what its form says of what comes next. */
export function ThanksRoute() {
  const { id } = useSearch({ from: '/_plain/enquiry/thanks' })
  const slug = useAtomValue(submittedAtom)?.find((row) => row.id === id)?.slug
  const [next, setNext] = useState<readonly Bilingual[]>([])
  useEffect(() => {
    if (slug)
      cachedForm(slug).then(
        (form) => setNext(form?.definition.next ?? []),
        () => undefined,
      )
  }, [slug])
  return <ThanksScreen id={id} next={next} />
}
