// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../src/interfaces/IRegistry.sol";
import {IRegistryRoles} from "../src/interfaces/IRegistryRoles.sol";
import {RegisterAgentBase} from "./base/RegisterAgentBase.sol";

contract RegistryRegisterAgentChildTest is RegisterAgentBase {
    function test_GivenNoAgentHasTheParentsNumber() public onBothRoutes {
        assertRefused(creator, registerCall(childOf(agentId + 1)), "Parent agent not found");
        assertRefused(creator, registerCall(childOf(type(uint256).max)), "Parent agent not found");
        // Numbers are kept in 64 bits: one that only looks like the parent's must not pass as it.
        assertRefused(creator, registerCall(childOf(agentId + 2 ** 64)), "Parent agent not found");
    }

    function test_GivenTheParentIsSuspended() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Suspended);
        assertRefused(wallet, registerCall(childOf(agentId)), "Parent agent not active");
    }

    function test_GivenTheParentIsRevoked() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Revoked);
        assertRefused(wallet, registerCall(childOf(agentId)), "Parent agent not active");
    }

    function test_GivenTheParentIsTerminated() public onBothRoutes {
        giveStatus(agentId, IRegistry.Status.Terminated);
        assertRefused(wallet, registerCall(childOf(agentId)), "Parent agent not active");
    }

    function test_GivenTheParentsAttestationHasExpired() public onBothRoutes {
        vm.warp(registeredAt + 30 days);
        checkRegistered(wallet, childOf(agentId), 1);
    }

    function test_GivenALineageOfTenGenerations() public onBothRoutes {
        uint256 parent = agentId;
        for (uint256 generation = 1; generation <= 10; ++generation) {
            Registration memory r = childOf(parent);
            r.agentWallet = actorOf(1_000 + generation).addr;
            parent = checkRegistered(stranger, r, generation);
        }
        assertRefused(stranger, registerCall(childOf(parent)), "Max generation depth exceeded");
    }

    function test_GivenTheMaximumDepthWasLowered() public onBothRoutes {
        uint256 child = registerChild(agentId, "child");
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (1)));
        assertRefused(wallet, registerCall(childOf(child)), "Max generation depth exceeded");
        checkRegistered(wallet, childOf(agentId), 1);
    }

    function test_GivenTheMaximumDepthIsZero() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (0)));
        assertRefused(wallet, registerCall(childOf(agentId)), "Max generation depth exceeded");
        checkRegistered(wallet, freshRegistration(), 0);
    }

    function test_GivenTheMaximumDepthWasRaised() public onBothRoutes {
        send(owner, abi.encodeCall(IRegistryRoles.setMaxGenerationDepth, (type(uint256).max)));
        uint256 parent = agentId;
        for (uint256 generation = 1; generation <= 12; ++generation) {
            Registration memory r = childOf(parent);
            r.agentWallet = actorOf(1_000 + generation).addr;
            parent = checkRegistered(stranger, r, generation);
        }
    }

    function test_WhenTheChildNamesItsParentsWallet() public onBothRoutes {
        Registration memory r = childOf(agentId);
        r.agentWallet = wallet.addr;
        assertRefused(wallet, registerCall(r), "Wallet already registered to another agent");
    }

    function test_WhenAPartyOfTheParentNamesNoHaftungsperson() public onBothRoutes {
        Actor[3] memory parties = [wallet, creator, haftungsperson];
        for (uint256 i = 0; i < parties.length; ++i) {
            Registration memory r = childOf(agentId);
            (r.haftungsperson, r.agentWallet) = (address(0), actorOf(1_000 + i).addr);
            uint256 child = checkRegistered(parties[i], r, 1);
            assertEq(registry.getAgent(child).haftungsperson, haftungsperson.addr, "the parent's");
        }
    }

    function test_WhenAStrangerToTheParentNamesNoHaftungsperson() public onBothRoutes {
        Registration memory r = childOf(agentId);
        r.haftungsperson = address(0);
        assertRefused(stranger, registerCall(r), "Haftungsperson required");
        assertRefused(owner, registerCall(r), "Haftungsperson required");
        assertRefused(regulator, registerCall(r), "Haftungsperson required");
        r.agentWallet = stranger.addr;
        assertRefused(stranger, registerCall(r), "Haftungsperson required");
    }

    function test_WhenAPartyOfTheGrandparentNamesNoHaftungsperson() public onBothRoutes {
        Registration memory r = childOf(agentId);
        r.haftungsperson = stranger.addr;
        uint256 child = register(stranger, r);
        r = childOf(child);
        (r.haftungsperson, r.agentWallet) = (address(0), makeActor("grandchild").addr);
        assertRefused(wallet, registerCall(r), "Haftungsperson required");
        assertRefused(haftungsperson, registerCall(r), "Haftungsperson required");
    }

    function test_GivenTheParentsHaftungspersonWasReplaced() public onBothRoutes {
        handOver(agentId, stranger.addr);
        Registration memory r = childOf(agentId);
        r.haftungsperson = address(0);
        assertRefused(haftungsperson, registerCall(r), "Haftungsperson required");
        uint256 child = checkRegistered(wallet, r, 1);
        assertEq(registry.getAgent(child).haftungsperson, stranger.addr, "the parent's present one");
    }

    function test_GivenTheParentsHaftungspersonIsOnlyProposed() public onBothRoutes {
        send(wallet, abi.encodeCall(IRegistry.proposeHaftungsperson, (agentId, stranger.addr)));
        Registration memory r = childOf(agentId);
        r.haftungsperson = address(0);
        assertRefused(stranger, registerCall(r), "Haftungsperson required");
        uint256 child = checkRegistered(creator, r, 1);
        assertEq(registry.getAgent(child).haftungsperson, haftungsperson.addr, "the parent's present one");
    }

    function test_WhenAChildNamesAHaftungspersonOfItsOwn() public onBothRoutes {
        Registration memory r = childOf(agentId);
        r.haftungsperson = stranger.addr;
        uint256 child = checkRegistered(creator, r, 1);
        assertEq(registry.getAgent(child).haftungsperson, stranger.addr, "its own");
    }

    function test_GivenSeveralChildren() public onBothRoutes {
        uint256[] memory expected = new uint256[](3);
        for (uint256 i = 0; i < 3; ++i) {
            Registration memory r = childOf(agentId);
            r.agentWallet = actorOf(1_000 + i).addr;
            expected[i] = checkRegistered(stranger, r, 1);
        }
        assertEq(registry.getChildren(agentId), expected);
    }

    function testFuzz_WhenAnyChildIsRegistered(uint256 seed, Registration memory r, uint8 caller)
        public
        onBothRoutes
    {
        vm.assume(!registry.isRegistered(r.agentWallet) && r.agentWallet != address(0));
        r.parentAgentId = agentId;
        if (seed & 1 == 0) r.haftungsperson = address(0);
        Actor memory by = [wallet, creator, haftungsperson, actorOf(seed)][caller % 4];
        bool mayInherit = isParty(agentId, by.addr);
        if (r.haftungsperson != address(0) || mayInherit) checkRegistered(by, r, 1);
        else assertRefused(by, registerCall(r), "Haftungsperson required");
    }

    function testFuzz_GivenAnyNumberWithoutAnAgent(uint256 parentAgentId) public onBothRoutes {
        vm.assume(parentAgentId != 0 && parentAgentId != agentId);
        assertRefused(creator, registerCall(childOf(parentAgentId)), "Parent agent not found");
    }

    function childOf(uint256 parentAgentId) private view returns (Registration memory r) {
        r = freshRegistration();
        r.parentAgentId = parentAgentId;
    }
}
