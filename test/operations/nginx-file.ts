import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsFile } from './programs.ts'

/**
 * A complete configuration around a file for operators, with the ports and paths of this test, and with other servers
 * besides it.
 */
export function configureNginx(
  folder: string,
  name: string,
  changes: Record<string, string>,
  others = '',
): string {
  const place = (file: string) => {
    let text = readFileSync(operationsFile(file), 'utf8')
    for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to)
    const path = join(folder, file)
    writeFileSync(path, text.replaceAll('/etc/nginx/quire-proxy.conf', join(folder, 'nginx-proxy.conf')))
    return path
  }
  place('nginx-proxy.conf')
  const site = place(name)
  for (const each of ['body', 'proxy']) mkdirSync(join(folder, each), { recursive: true })
  const main = join(folder, 'main.conf')
  writeFileSync(
    main,
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/body; uwsgi_temp_path ${folder}/body; scgi_temp_path ${folder}/body; ${others} include ${site}; }`,
  )
  return main
}
