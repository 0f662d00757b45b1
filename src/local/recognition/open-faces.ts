import { type DeviceIdentity, streamOf } from '#local/device/identity.ts'
import type { Device } from '#local/device/open-device.ts'
import { append } from '#local/outbox/append.ts'
import { toHex } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { seal } from '#shared/kernel/seal.ts'
import { type Clock, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { type FaceMatch, matchFace } from '#shared/recognition/face-match.rules.ts'
import { rotateTemplate } from '#shared/recognition/face-rotation.rules.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import type { FaceAttend, FaceDecide, FaceEnrol } from '#shared/recognition/face.contract.ts'
import { facePictureBinding, faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { schoolDaysSince } from '#shared/school/school-days.rules.ts'
import { commandVersions } from '#shared/sync/command-kinds.ts'
import { type FaceMemory, noFaces, readFaces } from './face-memory.ts'
import { type FacesStore, openFacesStore } from './faces-store.ts'
import type { Faces, FacesState, PinOutcome } from './faces.types.ts'
import { deleteExpired } from './pull-faces.ts'
import { followSentFaces } from './sent-faces.ts'

/** Checks four digits against the server's verifier. Slow on purpose: there are only ten thousand. */
export async function checkPin(store: FacesStore, clock: Clock, customerId: string, pin: string): Promise<PinOutcome> {
  const known = await store.pin(customerId)
  const state = await store.state()
  if (!known?.verifier || !state) return 'none'
  const { timeZone, fallbackDays } = state.settings
  const nowMs = state.heardAtMs + (await store.ageMs())
  if (schoolDaysSince(state.heardAtMs, Math.max(nowMs, clock.nowMs()), timeZone, state.settings) > fallbackDays)
    return 'too-old'
  if (!(await store.takeTry(customerId, known.salt))) return 'too-many'
  if ((await derive(pin, known.salt, known.iterations)) !== known.verifier) return 'wrong'
  await store.forgiveTries(customerId)
  return 'right'
}

async function derive(pin: string, saltHex: string, iterations: number): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const material = await crypto.subtle.importKey('raw', encode(pin), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(saltHex), iterations }
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256)))
}

/** Opens the faces of a paired device over the pulled data; pulls of other tabs show here as well. */
export async function openFaces(device: Device, identity: DeviceIdentity): Promise<Faces> {
  const { clock, random } = device.options.surroundings
  const store = openFacesStore(device.options.schoolCode, clock, random)
  const shown = await follow(store, device)
  const { memory, stateNow } = shown
  const match = (among: ReadonlySet<string>, probe: Float32Array): FaceMatch => {
    const { rotation, gallery } = memory()
    if (stateNow() !== 'ready' || !rotation) return matchFace(noFaces.gallery, probe)
    return matchFace(gallery, rotateTemplate(rotation, probe), among)
  }
  return {
    get settings() {
      return memory().state?.settings ?? null
    },
    get state() {
      return stateNow()
    },
    get galleryVersion() {
      return memory().state?.version ?? 0
    },
    get people() {
      return stateNow() === 'ready' ? memory().people.size : 0
    },
    enrolledAt: (customerId) => memory().people.get(customerId)?.enrolledAt ?? null,
    isDue: (customerId) => {
      const dueAt = memory().people.get(customerId)?.dueAt
      return dueAt !== undefined && fromInstant(dueAt) <= clock.nowMs()
    },
    isOneToOne: (customerId) => memory().people.get(customerId)?.oneToOne ?? false,
    mayEnrol: (customerId) => memory().mayEnrol.has(customerId),
    confirm: (customerId, probe) => match(new Set([customerId]), probe),
    among: match,
    ...commands({ device, identity, memory, newId: () => uuidv7(clock.nowMs(), random) }),
    hasPin: (customerId) => memory().pinned.has(customerId),
    checkPin: (customerId, pin) => checkPin(store, clock, customerId, pin),
    forgiveTries: (customerId) => store.forgiveTries(customerId),
    followSent: () => followSentFaces(device, streamOf(identity), () => memory().state?.version ?? 0),
    subscribe: shown.subscribe,
    close: () => {
      shown.unlisten()
      store.close()
    },
  }
}

/** Faces in memory, reread whenever some tab has pulled, and dropped when they expire. */
async function follow(store: FacesStore, { options: { surroundings } }: Device) {
  const { clock, channel } = surroundings
  const listeners = new Set<() => void>()
  let memory: FaceMemory = noFaces
  const read = async () => {
    await deleteExpired(store)
    memory = await readFaces(store, memory)
    for (const listener of listeners) listener()
  }
  // One after the other: of two at once the older might finish last and bring back deleted people.
  let turn: Promise<void> = Promise.resolve()
  const reload = () => {
    turn = turn.then(read, read)
    return turn
  }
  await reload()
  const unlisten = channel.listen(({ type }) => {
    // An idle, healthy connection brings no changes; still check now and then how fresh the faces are.
    const isStale = memory.state !== undefined && clock.nowMs() - memory.state.heardAtMs > hourMs
    // A failed reload keeps the earlier faces until the next message; they expire anyway.
    if (type === 'faces' || (type === 'snapshot' && isStale)) reload().catch(() => undefined)
  })
  const stateNow = (): FacesState => {
    if (!memory.state) return 'waiting'
    if (!memory.state.settings.on) return 'off'
    const ageMs = clock.nowMs() - memory.state.heardAtMs
    const limitMs = memory.state.settings.galleryHours * hourMs
    if (ageMs <= limitMs && ageMs > -limitMs) return 'ready'
    if (memory.people.size > 0) reload().catch(() => undefined)
    return 'expired'
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { memory: () => memory, stateNow, subscribe, unlisten }
}

interface CommandParts {
  device: Device
  identity: DeviceIdentity
  memory(): FaceMemory
  newId(): string
}

/** Commands sent through the outbox; a template is sealed before it is stored anywhere. */
function commands({ device, identity, memory, newId }: CommandParts): Pick<Faces, 'enrol' | 'decide' | 'attend'> {
  const { appender, options } = device
  const stream = streamOf(identity)
  const now = () => toInstant(options.surroundings.clock.nowMs())
  const save = async (
    kind: 'face.enrol' | 'face.decide' | 'face.attend',
    id: string,
    actorId: string | null,
    body: unknown,
  ) => {
    await append(appender, stream, id, (counters) => ({
      counters,
      draft: { opId: id, stream, kind, v: commandVersions[kind], actorId, amountMinor: null, label: null, body },
    }))
    options.surroundings.channel.post({ type: 'ops-added' })
  }
  const sealFor = async (templates: readonly Float32Array[], of: { customerId: string | null; id: string }) => {
    const to = memory().state?.settings.sealKey
    if (!to) return null
    const binding = faceSealBinding({ school: options.schoolCode, pipeline: facePipeline, ...of })
    return seal(to, templatesToBytes(templates), binding)
  }
  /** Seals a picture, only where the school has decided to keep one. */
  const sealPicture = async (picture: Uint8Array<ArrayBuffer>, of: { customerId: string; id: string }) => {
    const { sealKey, keepsPictures } = memory().state?.settings ?? {}
    if (!sealKey || !keepsPictures) return undefined
    return seal(sealKey, picture, facePictureBinding({ school: options.schoolCode, pipeline: facePipeline, ...of }))
  }
  return {
    enrol: async ({ customerId, templates, by, source, actorId, picture, id = newId() }) => {
      if (!memory().mayEnrol.has(customerId)) throw new AppError('access.denied', { field: 'customerId' })
      const sealed = await sealFor(templates, { customerId, id })
      if (!sealed) throw new AppError('access.denied')
      const sealedPicture = picture && (await sealPicture(picture, { customerId, id }))
      const count = templates.length
      const of = { id, customerId, pipeline: facePipeline, sealed, count, source, by }
      const body: FaceEnrol = { ...of, ...(sealedPicture && { picture: sealedPicture }), capturedAt: now() }
      await save('face.enrol', id, actorId, body)
      return { id }
    },
    decide: async ({ probe, actorId, id = newId(), ...said }) => {
      const sealed = probe && (await sealFor([probe], { customerId: said.customerId, id }))
      const { version = 0, heardAt = now() } = memory().state ?? {}
      const gallery = { pipeline: facePipeline, galleryVersion: version, galleryAt: heardAt }
      const body: FaceDecide = { id, ...said, ...gallery, sealed, decidedAt: now() }
      await save('face.decide', id, actorId, body)
      return { decisionId: id }
    },
    attend: async ({ actorId, id = newId(), ...taken }) => {
      const body: FaceAttend = { id, ...taken, at: now(), by: actorId }
      await save('face.attend', id, actorId, body)
      return { id }
    },
  }
}
