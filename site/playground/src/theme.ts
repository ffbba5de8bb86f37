// The site's choice of appearance, before anything is drawn.

const key = 'vitepress-theme-appearance'
const dark = matchMedia('(prefers-color-scheme: dark)')

function apply(): void {
  let choice: string | null = null
  try {
    choice = localStorage.getItem(key)
  } catch {
    // storage may be switched off
  }
  document.documentElement.classList.toggle('dark', choice === 'dark' || (choice !== 'light' && dark.matches))
}

apply()
dark.addEventListener('change', apply)
addEventListener('storage', apply)

addEventListener('DOMContentLoaded', () => {
  document.getElementById('appearance')!.addEventListener('click', () => {
    const choice = document.documentElement.classList.toggle('dark') ? 'dark' : 'light'
    try {
      localStorage.setItem(key, choice)
    } catch {
      // it is for this page alone
    }
  })
})
