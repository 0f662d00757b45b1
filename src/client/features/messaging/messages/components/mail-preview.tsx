import { directionOf } from '#client/i18n/direction.ts'
import common from '#client/ui/common.module.css'
import type { Preview } from '../message.api.ts'
import css from './message-texts.module.css'

interface MailPreviewProps {
  mail: Preview['mails'][number]
  /** One below the heading it stands under. */
  Heading?: 'h2' | 'h4'
}

/** A mail as its reader would see it, in its own language and direction. */
export const MailPreview = ({ mail: { language, subject, blocks }, Heading = 'h4' }: MailPreviewProps) => (
  <article className={css.mail} lang={language} dir={directionOf(language)}>
    <Heading className={common.heading}>{subject}</Heading>
    {blocks.map((block, no) => (
      // The index may be the key: a mail is drawn as a whole.
      <p key={no}>{block.text}</p>
    ))}
  </article>
)
