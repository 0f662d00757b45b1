import css from './shown-file.module.css'
import type { ShownFile } from './use-shown-file.ts'

interface ShownFileProps {
  shown: ShownFile
  /** What the picture shows, for the person who does not see it. */
  alt: string
  /** What is said of a PDF, and the names of the two links. */
  words: { pdf: string; open: string; save: string }
}

/** An image as it came; of a PDF, that it stands in a tab of its own, with the ways to it. */
export const ShownFileView = ({ shown: { url, name, isPdf }, alt, words }: ShownFileProps) =>
  isPdf ? (
    <p className={css.pdf}>
      <span>{words.pdf}</span>{' '}
      <a href={url} target="_blank" rel="opener">
        {words.open} <bdi className="visually-hidden">{name}</bdi>
      </a>{' '}
      <a href={url} download={name}>
        {words.save} <bdi className="visually-hidden">{name}</bdi>
      </a>
    </p>
  ) : (
    <img className={css.picture} src={url} alt={alt} />
  )
