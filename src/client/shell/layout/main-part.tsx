// chunk: frame
import { createContext, type HTMLAttributes, use } from 'react'

const InsideMain = createContext(false)

/** The page's one `<main>`. Inside another one, where a part of a screen has failed, it is only a box. */
export function MainPart(props: HTMLAttributes<HTMLElement>) {
  const isInside = use(InsideMain)
  if (isInside) return <div {...props} />
  return (
    <InsideMain value={true}>
      <main {...props} />
    </InsideMain>
  )
}
