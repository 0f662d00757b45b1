/** `npm run check`: required before a commit. `npm run check -- changed` covers only changed files (check-changed.ts). */
import { spawnSync } from 'node:child_process'
import { checkChanged } from './check-changed.ts'

const steps = [
  ['tsc', '-b', '--checkers', '1'],
  ['biome', 'format', '.'],
  ['oxlint', '--type-aware'],
  ['knip', '--no-progress'],
  ['node', '.config/check-commits.ts'],
]

const [what, commit = 'HEAD'] = process.argv.slice(2)
const isGood =
  what === 'changed'
    ? checkChanged(commit)
    : steps.every(([command = '', ...args]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0)
if (!isGood) process.exitCode = 1
