import i18next from 'i18next'
import css from './outside-captcha.module.css'

const address = '/captcha.html'

/** Until the widget is there: a network may swallow a stranger's address without a word. */
const patienceMs = 8_000
/** Until somebody has answered it. */
const answerMs = 60_000

/** A `Proof` is no longer than this. */
const maxLength = 4_000

/**
 * Shows the widget of the outside captcha in a frame, and answers its token: undefined when there is none to be had, whatever
 * the reason. What waits for it can always be paid for with our own challenge.
 */
export function askWidget(): Promise<string | undefined> {
  if (!navigator.onLine || document.visibilityState !== 'visible') return Promise.resolve(undefined)
  const frame = document.createElement('iframe')
  frame.src = `${address}?lng=${i18next.language}`
  frame.title = i18next.t('common:captcha')
  frame.className = css.frame ?? ''
  const over = new AbortController()
  const answered = new Promise<string | undefined>((resolve) => {
    let timer = setTimeout(resolve, patienceMs, undefined)
    const listen = ({ source, origin, data }: MessageEvent<{ captcha?: unknown; token?: unknown } | null>) => {
      if (source !== frame.contentWindow || origin !== location.origin) return
      const { captcha, token } = data ?? {}
      if (captcha === 'shown') {
        clearTimeout(timer)
        timer = setTimeout(resolve, answerMs, undefined)
      }
      if (captcha === 'failed') resolve(undefined)
      if (captcha === 'token') resolve(typeof token === 'string' && token.length <= maxLength ? token : undefined)
    }
    addEventListener('message', listen, { signal: over.signal })
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    document.body.append(frame)
  })
  return answered.finally(() => {
    over.abort()
    frame.remove()
  })
}
