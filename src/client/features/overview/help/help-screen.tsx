import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import link from '#client/ui/link.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { GuideBlock, GuideText } from './guide.types.ts'
import { guideNames, isGuideName, loadGuide } from './guides.ts'
import css from './help-screen.module.css'

/** Guides for the people who look after the server, one at a time; the first one for an unknown name. */
export function HelpScreen({ guide }: { guide: string | undefined }) {
  const name = isGuideName(guide) ? guide : guideNames[0]
  const { t, i18n } = useTranslation('overview.help')
  const errorText = useErrorText()
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { answer, failure, again } = useAnswer(useCallback(() => loadGuide(name, language), [name, language]))
  return (
    <ListFrame
      title={t(`guide.${name}`)}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      <nav className={css.parts} aria-label={t('parts')}>
        {guideNames.map((each) => (
          <Link
            key={each}
            className={css.part}
            to="/help"
            search={{ guide: each }}
            aria-current={each === name ? 'page' : undefined}
          >
            {t(`guide.${each}`)}
          </Link>
        ))}
      </nav>
      {answer && <GuideBlocks blocks={answer.slice(1)} />}
    </ListFrame>
  )
}

/** Draws a guide below the title of its page, which is its first heading. */
function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  return (
    <div className={css.guide}>
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2>
          <Line text={block.text} />
        </h2>
      ) : (
        <h3>
          <Line text={block.text} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
    case 'code':
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'list': {
      const items = block.items.map((item) => (
        <li key={plain(item)}>
          <Line text={item} />
        </li>
      ))
      return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table {...block} />
  }
}

function Table({ head, rows }: Pick<Extract<GuideBlock, { kind: 'table' }>, 'head' | 'rows'>) {
  return (
    <div className={css.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={plain(cell)} scope="col">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(plain).join()}>
              {row.map((cell) => (
                <td key={plain(cell)}>
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const plain = (text: readonly GuideText[]): string => text.map((part) => part.text).join('')

const Line = ({ text }: { text: readonly GuideText[] }) =>
  text.map((part, at) => {
    const key = `${at}:${part.text}`
    if (part.kind === 'guide' && isGuideName(part.guide))
      return (
        <Link key={key} className={link.link} to="/help" search={{ guide: part.guide }}>
          {part.text}
        </Link>
      )
    if (part.kind === 'code')
      return (
        <code key={key} dir="ltr">
          {part.text}
        </code>
      )
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>
    return part.text
  })
