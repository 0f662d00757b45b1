import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { knownOperators } from '#client/platform/offline/device.ts'
import { userAtom } from '#client/platform/session/session.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

type Named = { userId: string; name: Bilingual }

/** Those whose names this till knows without a network: who is signed in, and who has a PIN here. */
export function useKnownPeople(): readonly Named[] {
  const user = useAtomValue(userAtom)
  const [operators, setOperators] = useState<readonly Named[]>([])
  useEffect(() => {
    knownOperators().then(
      async (known) => setOperators((await known?.list()) ?? []),
      () => undefined,
    )
  }, [])
  return user ? [user, ...operators] : operators
}
