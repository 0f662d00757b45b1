// chunk: chooser
import { Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** On a host of no school: what is said there, but for the page that creates the first one. */
export function NoSchool({ children }: { children: ReactNode }) {
  const isSetup = useLocation({ select: ({ pathname }) => pathname === '/setup' })
  return isSetup ? <Outlet /> : children
}
