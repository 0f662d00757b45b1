// chunk: bits
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { schoolAtom } from '../session/school.atoms.ts'

interface EnquiryLinkProps {
  className?: string | undefined
  'data-kind'?: string
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** Leads to where the school takes enquiries: the address of its settings, else its own form. */
export function EnquiryLink({ children, ...rest }: EnquiryLinkProps) {
  const address = useAtomValue(schoolAtom)?.enquiryUrl
  if (!address) {
    return (
      <Link to="/enquiry/new" {...rest}>
        {children}
      </Link>
    )
  }
  return (
    <a href={address} {...rest}>
      {children}
    </a>
  )
}
