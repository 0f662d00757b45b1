// chunk: links
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PhoneLink } from '../phone-link.tsx'
import css from './link-expired.module.css'
import linkPage from './link-page.module.css'

/** Where the school can be asked; empty what it does not say. */
export interface SchoolContact {
  email: string
  phone: string
}

interface LinkExpiredProps {
  title: string
  children: ReactNode
  /** Where the school can be asked; nothing where it does not say. */
  contact?: SchoolContact | undefined
  /** What to ask for, where it is not a new link: with the ways that follow, and without any. */
  ask?: string
  askAny?: string
}

/** A mailed link that opens nothing: what that means, and whom to ask. Load the words of `link` before. */
export function LinkExpired({ title, children, contact, ask, askAny }: LinkExpiredProps) {
  const { t } = useTranslation('link')
  const { email = '', phone = '' } = contact ?? {}
  const isKnown = email !== '' || phone !== ''
  return (
    <section className={css.box} role="alert">
      <h1 className={linkPage.title}>{title}</h1>
      <p>{children}</p>
      <p>{isKnown ? (ask ?? t('ask')) : (askAny ?? t('askAny'))}</p>
      {isKnown && (
        <ul className={css.ways}>
          {phone !== '' && (
            <li>
              <PhoneLink phone={phone} className={css.way}>
                {t('call', { phone: `\u2066${phone}\u2069` })}
              </PhoneLink>
            </li>
          )}
          {email !== '' && (
            <li>
              <a className={css.way} href={`mailto:${email}`}>
                {t('write', { email: `\u2066${email}\u2069` })}
              </a>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
