// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {CertificateBase} from "./base/CertificateBase.sol";

contract RegistryIsNotaryTest is CertificateBase {
    function test_GivenANotary() public view {
        assertTrue(registry.isNotary(notary.addr));
    }

    function test_GivenANotaryThatWasRemoved() public {
        dismiss(notary.addr);
        assertFalse(registry.isNotary(notary.addr));
        assertTrue(registry.isNotary(otherNotary.addr), "the other stays");
    }

    function test_GivenTheOwnerOrARegulator() public view {
        assertFalse(registry.isNotary(owner.addr));
        assertFalse(registry.isNotary(regulator.addr));
    }

    function test_GivenACertifiedPerson() public {
        giveAcceptedCertificate();
        assertFalse(registry.isNotary(person.addr));
    }

    function testFuzz_GivenAnybodyElse(address account) public view {
        vm.assume(account != notary.addr && account != otherNotary.addr);
        assertFalse(registry.isNotary(account));
    }
}
