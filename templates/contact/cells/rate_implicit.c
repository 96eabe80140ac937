      rx = m->phi[l]*rx - m->a[l]*zx[l];
      ry = m->phi[l]*ry - m->a[l]*zy[l];
