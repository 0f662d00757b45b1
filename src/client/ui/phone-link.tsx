// chunk: links
import type { ReactNode } from 'react'

interface PhoneLinkProps {
  /** As the school writes it, with spaces or brackets. */
  phone: string
  className?: string | undefined
  /** What the link says; the number itself, from left to right, unless said. */
  children?: ReactNode
}

/** A number that a phone calls by a press. */
export const PhoneLink = ({ phone, className, children }: PhoneLinkProps) => (
  <a className={className} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
    {children ?? <bdi dir="ltr">{phone}</bdi>}
  </a>
)
