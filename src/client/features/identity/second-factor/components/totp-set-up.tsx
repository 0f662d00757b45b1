import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewTotp } from '#shared/identity/second-factor.contract.ts'
import { qrPath } from '#shared/kernel/text/qr-path.rules.ts'
import css from '../second-factor.module.css'
import { CodeField } from './code-field.tsx'

interface TotpSetUpProps {
  totp: NewTotp
  onCode: (code: string) => Promise<unknown>
}

/** A secret in groups of four, for typing. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?!$)/g, '$1 ')

/** What to do with an authenticator app: scan or type the secret, and enter the first code. */
export function TotpSetUp({ totp: { secret, uri }, onCode }: TotpSetUpProps) {
  const { t } = useTranslation('identity.second-factor')
  const qr = useMemo(() => qrPath(uri), [uri])
  return (
    <div className={css.form}>
      <ol className={css.steps}>
        <li>{t('setUp.app')}</li>
        <li>
          {t('setUp.scan')}
          <div>
            <svg
              className={css.qr}
              viewBox={`-1 -1 ${qr.size + 2} ${qr.size + 2}`}
              role="img"
              aria-label={t('setUp.qr')}
              shapeRendering="crispEdges"
            >
              <path d={qr.path} fill="#000" />
            </svg>
          </div>
        </li>
        <li>
          {t('setUp.type')} <code className={css.secret}>{grouped(secret)}</code>
        </li>
      </ol>
      <CodeField label={t('setUp.code')} hint={t('setUp.codeHint')} submit={t('setUp.submit')} onCode={onCode} />
    </div>
  )
}
