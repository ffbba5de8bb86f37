// The default theme with the fonts of the reader's own system: nothing is loaded from
// elsewhere.
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h, onMounted } from 'vue'
import Diagram from './Diagram.vue'
import Try from './Try.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(Try) }),
  setup: () => onMounted(() => document.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLImageElement && target.matches('.vp-doc img')) location.assign(target.src)
  })),
  enhanceApp: ({ app }) => {
    app.component('Diagram', Diagram)
  },
} satisfies Theme
