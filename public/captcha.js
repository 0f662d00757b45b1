/*
 * In the frame of an outside captcha (/captcha.html): brings the provider's widget and tells the page around it what comes of
 * it. Plain ES2020: nothing compiles this file.
 */
;(() => {
  const box = document.getElementById('captcha')
  const { sitekey, provider, script } = box.dataset
  const tell = (said, token) => parent.postMessage({ captcha: said, token }, location.origin)
  const fail = () => tell('failed')
  const render = () => {
    try {
      const callback = (token) => tell('token', token)
      // Two names for one wish: `language` and `hl`.
      const { lang } = document.documentElement
      const ends = { callback, 'error-callback': fail, 'expired-callback': fail }
      globalThis[provider].render(box, { sitekey, language: lang, hl: lang, ...ends })
      tell('shown')
    } catch {
      fail()
    }
  }
  const loader = document.createElement('script')
  loader.src = script
  loader.onerror = fail
  loader.onload = () => {
    const api = globalThis[provider]
    // Some load in two steps.
    if (api && !api.render && api.ready) api.ready(render)
    else render()
  }
  document.head.append(loader)
})()
