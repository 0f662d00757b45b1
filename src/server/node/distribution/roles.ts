import { randomBytes } from 'node:crypto'
import { ask, type Coordinator, literal } from './citus.ts'

/** Roles as which the coordinator asks its nodes: those that transactions switch to. */
const roles = ['app_tenant', 'app_directory'] as const

/**
 * Lets the roles of transactions log in, since nodes are asked as the role that asks the coordinator. Each gets a password that nobody is
 * told: a new one at each call, kept where only superusers of the nodes read it. On a database that is not distributed they never may.
 */
export async function letRolesIn(coordinator: Coordinator): Promise<void> {
  for (const role of roles) {
    const password = randomBytes(24).toString('base64url')
    await ask(coordinator, `alter role ${role} login password ${literal(password)}`)
    const keep = `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, '${role}', 'password=${password}')
      on conflict (nodeid, rolename) do update set authinfo = excluded.authinfo`
    await ask(coordinator, `select run_command_on_all_nodes(${literal(keep)})`)
  }
}

/** Makes the coordinator pass on what `set local` says, from the next session on. */
export async function passSettingsOn(coordinator: Coordinator): Promise<void> {
  const [found] = await ask<{ name: string }>(coordinator, 'select quote_ident(current_database()) as name')
  await ask(coordinator, `alter database ${found?.name} set citus.propagate_set_commands to 'local'`)
}
