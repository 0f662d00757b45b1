import { useTranslation } from 'react-i18next'
import { directionOf } from '#client/i18n/direction.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import type { Block, WaitingMail } from '#shared/mail/mail.contract.ts'
import css from './mail-sheet.module.css'

/** A mail as its reader would see it, in its own language and direction. */
export function MailSheet({ mail }: { mail: WaitingMail }) {
  const { t } = useTranslation('mail')
  const format = useFormat()
  return (
    <article className={css.sheet}>
      <p className={css.head}>
        <bdi dir="ltr">{mail.to}</bdi>
        <bdi>{format.dateTime(mail.createdAt)}</bdi>
      </p>
      {mail.isWithoutChild && <p className={common.smallLine}>{t('outbox.aboutChild')}</p>}
      <div className={css.body} lang={mail.language} dir={directionOf(mail.language)}>
        <h2 className={common.name}>{mail.subject}</h2>
        {mail.blocks.map((block, i) => (
          // The index may be the key: a mail that is written never changes.
          <Piece key={i} block={block} />
        ))}
      </div>
    </article>
  )
}

function Piece({ block }: { block: Block }) {
  if (block.kind === 'text') return <p>{block.text}</p>
  if (block.kind === 'code') {
    return (
      <p className={css.code}>
        <bdi dir="ltr">{block.text}</bdi>
      </p>
    )
  }
  return (
    <p>
      <a href={block.href}>{block.text}</a>
      <bdi dir="ltr" className={css.address}>
        {block.href}
      </bdi>
    </p>
  )
}
