import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function lacksNginx(): string | null {
  try {
    execFileSync('which', ['nginx'], { stdio: 'ignore' })
    return null
  } catch {
    return 'the web server nginx is missing: apt-get install -y nginx-light'
  }
}

/**
 * Starts an nginx with one process on `port`, as docs/operating.md configures it before the product at `productUrl`. `/plain` is one file,
 * sent without asking anybody: the limit of what this nginx can do.
 */
export async function startNginx(options: { port: number; productUrl: string; media: string; plainFile: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'peach-nginx-'))
  chmodSync(folder, 0o755)
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; keepalive_requests 1000000;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       upstream product { server ${new URL(options.productUrl).host.replace('localhost', '127.0.0.1')}; keepalive 32; keepalive_requests 1000000; }
       server {
         listen 127.0.0.1:${options.port};
         location = /plain { alias ${options.plainFile}; default_type video/mp4; }
         location /protected-media/ { internal; alias ${options.media}/; }
         location / { proxy_pass http://product; proxy_http_version 1.1; proxy_set_header connection ""; proxy_set_header host $proxy_host; }
       }
     }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  const url = `http://127.0.0.1:${options.port}`
  for (let tries = 0; ; tries += 1) {
    const answers = await fetch(`${url}/plain`, { method: 'HEAD' }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answers) break
    if (tries > 100 || child.exitCode !== null) throw new Error('nginx did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
