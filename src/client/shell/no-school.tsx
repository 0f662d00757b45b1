// chunk: chooser
import { Outlet, useLocation } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { SchoolChooser } from './school-chooser.tsx'
import { UnknownSchool } from './unknown-school.tsx'

/** On a host of no school: what is said there, but for the page that creates the first one. */
export function NoSchool() {
  const { state } = useAtomValue(tenantAtom)
  const isSetup = useLocation({ select: ({ pathname }) => pathname === '/setup' })
  if (isSetup) return <Outlet />
  return state === 'choose' ? <SchoolChooser /> : <UnknownSchool />
}
