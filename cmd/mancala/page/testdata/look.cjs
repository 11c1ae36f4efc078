// Opens a page in Chromium and tells as JSON what can be seen: node look.cjs
// FILE OUTDIR. It writes light.png and dark.png. playwright-core is found by
// NODE_PATH, Chromium by the environment variable CHROMIUM.
const { chromium } = require('playwright-core')
const path = require('path')
const { pathToFileURL } = require('url')

async function main() {
  const [file, out] = process.argv.slice(2)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    headless: true,
    timeout: 120000, // of a machine that may be busy
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const seen = { errors: [], requests: [] }
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } })
    page.setDefaultTimeout(120000)
    page.setDefaultNavigationTimeout(120000)
    page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') seen.errors.push(m.text()) })
    page.on('pageerror', (e) => seen.errors.push(String(e)))
    const url = pathToFileURL(path.resolve(file)).href
    page.on('request', (r) => { if (r.url() !== url) seen.requests.push(r.url()) })
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await page.goto(url)
      await page.screenshot({ path: path.join(out, colorScheme + '.png') })
    }
    Object.assign(seen, await page.evaluate(() => {
      const visible = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && getComputedStyle(e).visibility === 'visible' }
      const all = (s) => Array.from(document.querySelectorAll(s))
      return {
        title: document.title,
        headings: all('h1,h2').filter(visible).map((e) => e.textContent.trim()),
        tables: all('table').length,
        hidden: all('table,svg').filter((e) => !visible(e)).length,
        boards: all('svg').filter(visible).length,
        rows: all('tbody tr').filter(visible).length,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        text: document.body ? document.body.innerText.length : 0,
      }
    }))
  } finally {
    await browser.close()
  }
  console.log(JSON.stringify(seen))
}

main().catch((e) => { console.error(e); process.exit(1) })
