import { describe, expect, it } from 'vitest'
import { judge } from '#tests/support/floors.ts'
import { computedImports, importsOf, sourceFiles, textOf, trackedSourceFiles } from '#tests/support/source.ts'

const files = sourceFiles()
const ships = files.filter((file) => !file.startsWith('tests/') && !file.includes('.test.'))

/** The closed set of second names: `pos.service.ts` is the service of `pos`. A new one is a decision of its own. */
const roles =
  'table service view policy routes commands rules store atoms actions api form read types worker bridge test spec config'.split(
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
    ['src/shared/kernel/x.ts', "import { z } from '../contract/sale.ts'"],
    ['src/shared/rules/x.ts', "import fs from 'node:fs'"],
    ['src/shared/rules/x.ts', "import { db } from '#local/db.ts'"],
    ['src/shared/rules/x.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/kernel/x.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/rules/x.ts', "import newCode from 'qrcode-generator'"],
    ['src/local/x.ts', "import { solveChallenge } from 'altcha-lib'"],
    ['src/local/x.ts', "import ky from 'ky'"],
    ['src/local/x.ts', "import { a } from '#client/main.tsx'"],
    ['src/local/x.test.ts', "import { a } from '../client/main.tsx'"],
    ['sw/x.ts', "import { a } from '../src/client/main.tsx'"],
    ['src/client/features/pos/x.ts', "import Dexie from 'dexie'"],
    ['src/client/features/pos/x.ts', "const a = import('#server/app.ts')"],
    ['src/client/features/pos/x.ts', "import { a } from '../devices/devices.atoms.ts'"],
    ['src/client/features/pos/parts/x.tsx', "export * from '#client/features/devices/devices.atoms.ts'"],
    ['src/client/features/pos/x.ts', "import { a } from '#client/shell/frame.tsx'"],
    ['src/client/ui/x.tsx', "import { a } from '../platform/session.ts'"],
    ['src/client/platform/x.ts', "new Worker(new URL('../features/pos/x.worker.ts', import.meta.url))"],
    ['src/client/platform/face/x.ts', "import * as faceApi from 'face-api.js'"],
    ['src/client/workers/face/x.ts', "import { a } from '../../platform/store.ts'"],
    ['src/client/features/pos/x.ts', "import { a } from '#client/workers/face/engine.ts'"],
    ['src/server/features/pos/x.ts', "import { a } from '../device/device.table.ts'"],
    ['src/server/features/pos/x.ts', "type A = import('#server/features/device/device.view.ts').A"],
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
    ['src/shared/rules/phone.rules.ts', "import { parseNumber } from 'libphonenumber-js/min'"],
    ['src/shared/rules/qr-path.rules.ts', "import newCode from 'qrcode-generator'"],
    ['src/local/proof/x.ts', "import { solveChallenge } from 'altcha-lib'"],
    ['src/local/http.ts', "import ky from 'ky'"],
    ['src/local/till/x.ts', "import { a } from '../db.ts'"],
    ['src/client/features/pos/parts/x.tsx', "import { a } from '../pos.atoms.ts'"],
    ['src/client/features/pos/parts/x.tsx', "import { a } from '#local/outbox.ts'"],
    ['src/client/workers/face/x.ts', "import * as faceApi from 'face-api.js'"],
    ['src/client/platform/face/x.ts', "import path from '../../workers/face/face.worker.ts?worker&url'"],
    ['src/server/features/pos/x.ts', "import { a } from '../device/device.service.ts'"],
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
    const clockRooms = /^src\/(server\/node\/|local\/machine\.ts$|demo\/)/
    expect(ships.filter((file) => !clockRooms.test(file) && /\bnew Date\(\s*\)/.test(textOf(file)))).toEqual([])
  })
})
