import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { domainOf, domains, judge, upwardImports } from '#tests/support/floors.ts'
import { computedImports, importsOf, sourceFiles, textOf, trackedSourceFiles } from '#tests/support/source.ts'
import { upwardUntilTurned } from '#tests/support/upward-imports.ts'

const files = sourceFiles()
const ships = files.filter((file) => !file.startsWith('tests/') && !file.includes('.test.'))

/** The closed set of second names: `pos.service.ts` is the service of `pos`. A new one is a decision of its own. */
const roles =
  'contract table service view policy routes commands rules store atoms actions api form read types worker bridge test spec config'.split(
    ' ',
  )

describe('the guard itself', () => {
  it('reads at least every file that git knows', () => {
    const read = new Set(files)
    const tracked = trackedSourceFiles().filter((file) => file.startsWith('src/') || file.startsWith('sw/'))
    expect(tracked.length).toBeGreaterThan(50)
    expect(tracked.filter((file) => !read.has(file) && !file.endsWith('.d.ts'))).toEqual([])
    expect(files.length).toBeGreaterThanOrEqual(tracked.length)
  })

  it('finds about as many imports as there are lines that say so', () => {
    const found = ships.reduce((sum, file) => sum + importsOf(textOf(file)).length, 0)
    const said = ships.reduce(
      (sum, file) => sum + (textOf(file).match(/^(import|} from|export .* from)\b/gm)?.length ?? 0),
      0,
    )
    expect(found).toBeGreaterThan(ships.length)
    expect(found).toBeGreaterThanOrEqual(said * 0.8)
  })

  it.each([
    ["import { a } from './a.ts'", './a.ts'],
    ["import type { A } from './a.ts'", './a.ts'],
    ["import {\n  a,\n  b,\n} from './a.ts'", './a.ts'],
    ['import "./a.css"', './a.css'],
    ["export * from './a.ts'", './a.ts'],
    ["export { a } from './a.ts'", './a.ts'],
    ["const a = await import('./a.ts')", './a.ts'],
    ["type A = import('./a.ts').A", './a.ts'],
    ["new Worker(new URL('./a.worker.ts', import.meta.url))", './a.worker.ts'],
    ["const a = require('./a.ts')", './a.ts'],
  ])('sees %j', (text, specifier) => {
    expect(importsOf(text).map((line) => line.specifier)).toEqual([specifier])
  })

  it.each([
    ['src/shared/kernel/x.ts', "import { z } from '../pos/sale.contract.ts'"],
    ['src/shared/pos/x.ts', "import fs from 'node:fs'"],
    ['src/shared/pos/x.ts', "import { db } from '#local/db.ts'"],
    ['src/shared/pos/x.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/kernel/x.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/pos/x.ts', "import newCode from 'qrcode-generator'"],
    ['src/local/x.ts', "import { solveChallenge } from 'altcha-lib'"],
    ['src/local/x.ts', "import ky from 'ky'"],
    ['src/local/x.ts', "import { a } from '#client/main.tsx'"],
    ['src/local/x.test.ts', "import { a } from '../client/main.tsx'"],
    ['sw/x.ts', "import { a } from '../src/client/main.tsx'"],
    ['src/client/features/pos/x.ts', "import Dexie from 'dexie'"],
    ['src/client/features/pos/x.ts', "const a = import('#server/app.ts')"],
    ['src/client/features/pos/x.ts', "import { a } from '#client/shell/frame.tsx'"],
    ['src/client/ui/x.tsx', "import { a } from '../platform/session.ts'"],
    ['src/client/platform/x.ts', "new Worker(new URL('../features/pos/x.worker.ts', import.meta.url))"],
    ['src/client/platform/face/x.ts', "import * as faceApi from 'face-api.js'"],
    ['src/client/workers/face/x.ts', "import { a } from '../../platform/store.ts'"],
    ['src/client/features/pos/x.ts', "import { a } from '#client/workers/face/engine.ts'"],
    ['src/server/features/pos/x.ts', "import { a } from '#server/features/sync/devices/device.table.ts'"],
    ['src/server/features/pos/x.ts', "type A = import('#server/features/sync/devices/device.view.ts').A"],
    ['src/server/features/pos/x.ts', "import { a } from '#server/app.ts'"],
    ['src/server/features/pos/x.ts', "import { randomUUID } from 'node:crypto'"],
    ['src/server/kernel/x.ts', "import pg from 'pg'"],
    ['src/server/features/mail/x.ts', "import { createTransport } from 'nodemailer'"],
    ['src/server/http/x.ts', "import { a } from '../features/pos/pos.service.ts'"],
    ['src/server/app.ts', "import { a } from '#client/main.tsx'"],
    ['src/demo/x.ts', "import { a } from '#tests/support/source.ts'"],
    ['src/attic/x.ts', "import { a } from '#shared/kernel/money.ts'"],
  ])('refuses, in %s, %s', (file, text) => {
    expect(judge(file, text)).toHaveLength(1)
  })

  it.each([
    ['src/shared/kernel/text/phone.rules.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/kernel/text/qr-path.rules.ts', "import newCode from 'qrcode-generator'"],
    ['src/local/proof-of-work/x.ts', "import { solveChallenge } from 'altcha-lib'"],
    ['src/local/kernel/http.ts', "import ky from 'ky'"],
    ['src/local/pos/x.ts', "import { a } from '../db.ts'"],
    ['src/client/features/pos/parts/x.tsx', "import { a } from '../pos.atoms.ts'"],
    ['src/client/features/pos/parts/x.tsx', "import { a } from '#local/outbox.ts'"],
    ['src/client/workers/face/x.ts', "import * as faceApi from 'face-api.js'"],
    ['src/client/platform/face/x.ts', "import path from '../../workers/face/face.worker.ts?worker&url'"],
    ['src/server/features/pos/x.ts', "import { a } from '#server/features/sync/devices/device.service.ts'"],
    ['src/server/kernel/x.ts', "import type { Pool } from 'pg'"],
    ['src/server/node/x.ts', "import { open } from 'node:fs/promises'"],
    ['src/demo/x.ts', "import { createApp } from '#server/app.ts'"],
    ['sw/x.ts', "import { drain } from '#local/outbox.ts'"],
  ])('allows, in %s, %s', (file, text) => {
    expect(judge(file, text)).toEqual([])
  })
})

describe('the house', () => {
  it('imports downhill only', () => {
    expect(files.flatMap((file) => judge(file, textOf(file)))).toEqual([])
  })

  it('computes no import while running', () => {
    expect(ships.filter((file) => computedImports(textOf(file)).length > 0)).toEqual([])
  })

  it('has no barrels', () => {
    const onlyPassesOn = (text: string) =>
      text.trim() !== '' && !/^(?!\s*(export\b[^=(]*\bfrom\b|\/\/|\/\*|\*|$))/m.test(text)
    expect(ships.filter((file) => /\/index\.tsx?$/.test(file) && !file.startsWith('src/client/routes/'))).toEqual([])
    expect(ships.filter((file) => onlyPassesOn(textOf(file)))).toEqual([])
  })

  it('keeps route files to their route: 40 lines at most', () => {
    const routes = ships.filter((file) => file.startsWith('src/client/routes/'))
    expect(routes.length).toBeGreaterThan(0)
    expect(routes.filter((file) => textOf(file).trimEnd().split('\n').length > 40)).toEqual([])
  })

  it('uses only the roles it knows as second names', () => {
    const stems = ships
      .filter((file) => !file.startsWith('src/client/routes/') && !file.endsWith('.d.ts'))
      .map((file) => ({ file, parts: (file.split('/').at(-1) ?? '').replace(/\.tsx?$/, '').split('.') }))
    expect(
      stems.filter(({ parts }) => parts.slice(1).some((role) => !roles.includes(role))).map(({ file }) => file),
    ).toEqual([])
  })

  it('has no drawer for odds and ends', () => {
    expect(files.filter((file) => /\/(utils?|lib|helpers?|misc|common)(\/|\.tsx?$)/.test(file))).toEqual([])
  })

  it('asks the machine for the time only where the clock is made', () => {
    const clockRooms = /^src\/(server\/node\/|local\/kernel\/machine\.ts$|demo\/)/
    expect(ships.filter((file) => !clockRooms.test(file) && /\bnew Date\(\s*\)/.test(textOf(file)))).toEqual([])
  })
})

describe('domains', () => {
  it('are the only folders of shared and of the features, on both sides', () => {
    const folders = ships.flatMap(
      (file) => /^src\/(?:(?:client|server)\/features|shared)\/([\w-]+)\//.exec(file)?.[1] ?? [],
    )
    expect([...new Set(folders)].filter((name) => name !== 'kernel' && !domains.includes(name))).toEqual([])
  })

  it('import from the same domain or from one below', () => {
    const upward = ships.flatMap((file) => upwardImports(file, textOf(file)))
    expect(upward.map((pair) => pair.join(' → ')).toSorted()).toEqual(upwardUntilTurned)
  })

  it.each([
    ['src/server/features/mail/x.ts', "import { a } from '#server/features/identity/x.service.ts'", 1],
    ['src/client/features/forms/fill/x.ts', "import { a } from '#shared/students/seat.contract.ts'", 1],
    ['src/local/pos/x.ts', "import { a } from '../forms/drafts.ts'", 1],
    ['src/shared/forms/x.ts', "import { a } from '#shared/consents/consent.contract.ts'", 0],
    ['src/client/features/forms/fill/x.ts', "import { a } from '../editor/focus.ts'", 0],
  ])('in %s, %s climbs %i times', (file, text, count) => {
    expect(domainOf(file)).toBeDefined()
    expect(upwardImports(file, text)).toHaveLength(count)
  })

  it('keep a folder to what one can look over: 25 files at most, tests beside them aside', () => {
    const counts = Map.groupBy(
      globSync(['src/**/*.{ts,tsx,css}', 'sw/*.ts', 'tests/**/*.{ts,tsx}']).filter(
        (file) => !/\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/'),
      ),
      (file) => file.slice(0, file.lastIndexOf('/')),
    )
    expect(
      [...counts].filter(([, { length }]) => length > 25).map(([folder, { length }]) => `${folder}: ${length}`),
    ).toEqual([])
  })
})
