import { directionOf } from '#client/i18n/direction.ts'
import common from '#client/ui/common.module.css'
import type { Preview } from '../message.api.ts'
import css from './message-texts.module.css'

/** A mail as its reader would see it, in its own language and direction. */
export const MailPreview = ({ mail: { language, subject, blocks } }: { mail: Preview['mails'][number] }) => (
  <article className={css.mail} lang={language} dir={directionOf(language)}>
    <h4 className={common.heading}>{subject}</h4>
    {blocks.map((block, no) => (
      // The index may be the key: a mail is drawn as a whole.
      <p key={no}>{block.text}</p>
    ))}
  </article>
)
