// chunk: settle
import type { Workbox } from 'workbox-window'
import { hourMs } from '#shared/kernel/time.ts'
import { store } from '../store.ts'
import { askWorker } from './ask-worker.ts'
import { isBusyHere, whenNobodyIsBusy } from './busy.ts'
import { onStill } from './on-still.ts'
import { keepShownLogos } from './shown-logos.ts'
import { missingPart, updateAtom } from './update.atoms.ts'

const scriptPath = '/sw.js'
/** A first installation of the worker begins this long after the page, then with the first moment in which nobody scrolls. */
const installAfterMs = 2000
/** The longest wait for the requests that the worker in charge still answers. */
const longestAnswersMs = 4000
/** The longest that a switch takes: Chromium gives a worker that has just answered a request half a minute more. */
const longestSwitchMs = 40_000

let workbox: Workbox | undefined

/** Trusted Types guard `register()`: one policy, which knows one address. */
function trustedScript(): string {
  const policy = window.trustedTypes?.createPolicy('app-sw', {
    createScriptURL(url) {
      if (url !== scriptPath) throw new TypeError(`not our service worker: ${url}`)
      return url
    },
  })
  return (policy?.createScriptURL(scriptPath) ?? scriptPath) as string
}

const reload = () => location.reload()

/** Registers the service worker and looks for a newer release on start, on coming back to the tab and every hour. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.MODE === 'mock') return
  if (import.meta.env.DEV && !import.meta.env.VITE_SW_DEV) return
  const { Workbox } = await import('workbox-window')
  workbox = import.meta.env.DEV
    ? new Workbox('/dev-sw.js?dev-sw', { type: 'module' })
    : new Workbox(trustedScript(), { updateViaCache: 'none' })
  let hadWorker = navigator.serviceWorker.controller !== null

  workbox.addEventListener('waiting', () => store.set(updateAtom, 'waiting'))
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) return takenOver()
    // The first worker of this device has taken the page; the next one replaces it, also where the page was never opened again.
    hadWorker = true
    void keepShownLogos().catch(() => undefined)
  })
  // A chunk of the old release is gone from cache and server: same remedy. Renamed, because by its usual words the router
  // takes such an error for a reason to load the page again at once, under a person's hands and with their cart.
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = missingPart
    // Without a network and without a worker every part is missing, and a reload would lose what is here.
    if (navigator.onLine) store.set(updateAtom, 'taken-over')
  })

  const look = () => void workbox?.update().catch(() => undefined)
  // Its first installation fetches the whole app: the page comes first. One that is there already costs nothing.
  if (!hadWorker) {
    await new Promise((resolve) => setTimeout(resolve, installAfterMs))
    await onStill()
  }
  // Without a worker (private mode, blocked) the app still runs, online.
  await workbox.register().catch(() => undefined)
  setInterval(look, hourMs)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}

let isApplying = false

function takenOver(): void {
  store.set(updateAtom, 'taken-over')
  // A switch may take half a minute, in which somebody can begin a cart.
  if (!isBusyHere() && (isApplying || document.visibilityState === 'hidden')) reload()
}

/** Switches to the new release if no tab of this device is busy; answers false when one is, and nothing has changed. */
export async function applyUpdate(): Promise<boolean> {
  if (store.get(updateAtom) === 'taken-over') {
    if (isBusyHere()) return false
    reload()
    return true
  }
  return whenNobodyIsBusy(async () => {
    isApplying = true
    const { controller } = navigator.serviceWorker
    // A worker that is told to go with a request in its hands may stay until nobody has asked it anything for half a minute.
    if (controller) await askWorker(controller, 'AWAIT_ANSWERED', longestAnswersMs)
    workbox?.messageSkipWaiting()
    // The lock is kept until the page goes away; if it does not, the next try is free again.
    await new Promise((resolve) => setTimeout(resolve, longestSwitchMs))
    isApplying = false
  })
}
