import { createElement } from 'react'
import { signatureBox } from '#shared/consents/consent.rules.ts'
import type { ResolvedBlock, Said as SaidType } from '#shared/kernel/letter/letter.ts'
import css from './letter-page.module.css'
import { Said, sides } from './letter-said.tsx'

type Block<K extends ResolvedBlock['kind']> = Extract<ResolvedBlock, { kind: K }>

/** Below each other, each in its direction: in a cell, or at a place to sign. */
const Stacked = ({ said }: { said: SaidType }) =>
  said.map((side) => (
    <div
      key={side.lang}
      data-pair={said.length === 2 || undefined}
      lang={side.lang}
      dir={side.lang === 'ar' ? 'rtl' : 'ltr'}
    >
      <Said side={side} />
    </div>
  ))

function List({ block: { numbered, items } }: { block: Block<'list'> }) {
  const first = items[0] ?? []
  return sides(first, ({ lang }) =>
    createElement(
      numbered ? 'ol' : 'ul',
      { className: css.list },
      items.map((item, no) => {
        const side = item.find((each) => each.lang === lang)
        return <li key={no}>{side && <Said side={side} />}</li>
      }),
    ),
  )
}

function Facts({ block: { rows } }: { block: Block<'facts'> }) {
  const first = rows[0]?.label ?? []
  return sides(first, ({ lang }) => (
    <dl className={css.facts}>
      {rows.map(({ label, value }, no) => (
        <div key={no}>
          <dt>
            <Stacked said={label.filter((side) => side.lang === lang)} />
          </dt>
          <dd>
            <Stacked
              said={value.some((side) => side.lang === lang) ? value.filter((side) => side.lang === lang) : value}
            />
          </dd>
        </div>
      ))}
    </dl>
  ))
}

function Table({ block: { head, rows, numbers } }: { block: Block<'table'> }) {
  const isBoth = head.label.length === 2
  const ofPair = (side: SaidType[number] | undefined) => (isBoth && side ? { lang: side.lang, 'data-pair': true } : {})
  const kind = (column: number) => (numbers[column] ? css.number : isBoth ? css.middle : undefined)
  return (
    // A wide table is read by moving it, with the keyboard too.
    <section className={css.wide} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col" {...ofPair(head.label[0])}>
              <Stacked said={head.label.slice(0, 1)} />
            </th>
            {head.values.map((said, column) => (
              <th key={column} scope="col" className={kind(column)}>
                <Stacked said={said} />
              </th>
            ))}
            {isBoth && (
              <th scope="col" {...ofPair(head.label[1])}>
                <Stacked said={head.label.slice(1)} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, strong }, no) => (
            <tr key={no} data-total={strong}>
              <th scope="row" {...ofPair(label[0])}>
                <Stacked said={label.slice(0, 1)} />
              </th>
              {head.values.map((_, column) => (
                <td key={column} className={kind(column)}>
                  <Stacked said={values[column] ?? []} />
                </td>
              ))}
              {isBoth && (
                <th scope="row" {...ofPair(label[1])}>
                  <Stacked said={label.slice(1)} />
                </th>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Signatures({ block: { places } }: { block: Block<'signatures'> }) {
  return (
    <div className={css.signatures}>
      {places.map(({ role, date, name, signedOn, strokes }, no) => (
        <div key={no}>
          <div className={css.line}>
            {strokes && strokes.length > 0 ? (
              <svg viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`} role="img" aria-label={name}>
                <path d={strokes.map((stroke) => `M${stroke.join(' ')}`).join('')} />
              </svg>
            ) : (
              <bdi>{name}</bdi>
            )}
          </div>
          <Stacked said={role} />
          {signedOn && (
            <div className={css.fine}>
              <Stacked
                said={date.map((side, at) => ({
                  ...side,
                  runs: [...side.runs, { text: ': ' }, ...(signedOn[at]?.runs ?? [])],
                }))}
              />
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** One block of a letter, as a part of a page. */
export function LetterBlockView({ block }: { block: ResolvedBlock }) {
  if (block.kind === 'heading') {
    return sides(block.said, (side) =>
      createElement(`h${block.level}`, { className: css.heading }, <Said side={side} />),
    )
  }
  if (block.kind === 'para') {
    const look = block.look === 'plain' ? undefined : css[block.look]
    const said = (side: SaidType[number]) => (
      <p>
        <Said side={side} />
      </p>
    )
    if (block.layout === 'side') return <div className={look}>{sides(block.said, said)}</div>
    return (
      <div className={look}>
        {block.said.map((side) => (
          <div key={side.lang} lang={side.lang} data-pair={block.said.length === 2 || undefined}>
            {sides([side], said)}
          </div>
        ))}
      </div>
    )
  }
  if (block.kind === 'list') return <List block={block} />
  if (block.kind === 'facts') return <Facts block={block} />
  if (block.kind === 'table') return <Table block={block} />
  if (block.kind === 'signatures') return <Signatures block={block} />
  return <div className={block.size === 'page' ? css.pageBreak : css.space} />
}
