      rx = (rx - m->a[l]*zx[l])*m->phi[l];
      ry = (ry - m->a[l]*zy[l])*m->phi[l];
